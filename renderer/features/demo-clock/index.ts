export { DemoClockCard } from './DemoClockCard.tsx'
export { DemoNote } from './DemoNote.tsx'
