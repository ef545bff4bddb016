export { HelpCenterPage } from './HelpCenterPage.tsx'
