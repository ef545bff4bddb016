export { MyExperienceScreen } from './MyExperienceScreen.tsx'
export { RunningQuests } from './RunningQuests.tsx'
