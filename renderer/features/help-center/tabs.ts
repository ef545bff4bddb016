// One file for all three tabs, since nothing else uses what they have in common.
export { Questions } from './Questions.tsx'
export { Searches } from './Searches.tsx'
export { Tours } from './Tours.tsx'
