export { LivePanelScreen } from './LivePanelScreen.tsx'
export { LiveStatusScreen } from './LiveStatusScreen.tsx'
