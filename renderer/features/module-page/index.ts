export { ModuleDialog } from './ModuleDialog.tsx'
export { ModulePage } from './ModulePage.tsx'
export {
  MyCalendarScreen,
  MyExperienceScreen,
  TaskOAuthScreen,
} from './shell-pages.tsx'
