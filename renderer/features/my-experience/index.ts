export { MyExperienceScreen } from './MyExperienceScreen.tsx'
