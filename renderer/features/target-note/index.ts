export { OtherTargets, TargetNote } from './TargetNote.tsx'
