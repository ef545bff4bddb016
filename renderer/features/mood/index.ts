export { MoodDialog } from './MoodDialog.tsx'
export { WellBeingDialog } from './WellBeingDialog.tsx'
