export { PhoneCallDialog } from './PhoneCallDialog.tsx'
