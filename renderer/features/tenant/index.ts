export { TenantScreen } from './TenantScreen.tsx'
