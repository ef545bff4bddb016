export { MoodDialog } from './MoodDialog.tsx'
export { MoodFace } from './MoodPicker.tsx'
export { WellBeingDialog } from './WellBeingDialog.tsx'
