export { ModuleDialog } from './ModuleDialog.tsx'
export { ModulePage } from './ModulePage.tsx'
export {
  MyCalendarScreen,
  TaskOAuthScreen,
} from './shell-pages.tsx'
