export { MoodDialog } from './MoodDialog.tsx'
