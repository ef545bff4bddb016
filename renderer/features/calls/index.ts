export { PhoneCallDialog } from './PhoneCallDialog.tsx'
/** The page is fetched by itself: the dialog is opened from anywhere. */
export const loadCallScreen = async () => (await import('./page.ts')).CallScreen
