export { RemoteDesktopsDialog } from './RemoteDesktopsDialog.tsx'
