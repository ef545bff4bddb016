export { SkillsScreen } from './SkillsScreen.tsx'
