export { DayBar } from './DayBar.tsx'
export { TrackerHomeScreen } from './TrackerHomeScreen.tsx'
