export { ShiftPatternsScreen } from './ShiftPatternsScreen.tsx'
