export { DayBar } from './DayBar.tsx'
export { SmallSwitch } from './SmallSwitch.tsx'
export { TrackerHomeScreen } from './TrackerHomeScreen.tsx'
