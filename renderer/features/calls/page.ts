import './mantine-styles.ts'

export { CallScreen } from './CallScreen.tsx'
