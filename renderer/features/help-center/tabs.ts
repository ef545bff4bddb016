// One file for all three: what they have in common is in no other.
export { Questions } from './Questions.tsx'
export { Searches } from './Searches.tsx'
export { Tours } from './Tours.tsx'
