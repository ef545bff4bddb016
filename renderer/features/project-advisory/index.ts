export { ProjectAdvisoryScreen } from './ProjectAdvisoryScreen.tsx'
