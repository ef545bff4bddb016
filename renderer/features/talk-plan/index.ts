export { TalkFields, useTalkPlan } from './TalkPlan.tsx'
