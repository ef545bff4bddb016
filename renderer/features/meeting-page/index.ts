import './mantine-styles.ts'

export { MeetingPage } from './MeetingPage.tsx'
