export { MergeInto } from './MergeInto.tsx'
