export { TrackerHomeScreen } from './TrackerHomeScreen.tsx'
