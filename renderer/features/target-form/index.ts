export { SetTarget } from './SetTarget.tsx'
export { areTargetFieldsRight, TargetFields, useTargetDraft } from './TargetFields.tsx'
