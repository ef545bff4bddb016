export { DayBar } from './DayBar.tsx'
export { SmallSwitch } from './SmallSwitch.tsx'
export { DayFigures } from './TodayFigures.tsx'
export { TrackerHomeScreen } from './TrackerHomeScreen.tsx'
