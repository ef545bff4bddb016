// One file for all tabs, since nothing else uses what they have in common.
export { Desk } from './Desk.tsx'
export { Questions } from './Questions.tsx'
export { Searches } from './Searches.tsx'
export { Tours } from './Tours.tsx'
