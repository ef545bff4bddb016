import './mantine-styles.ts'

export { InteractionsScreen } from './InteractionsScreen.tsx'
