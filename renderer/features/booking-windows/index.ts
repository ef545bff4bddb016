export { BookingWindowsScreen } from './BookingWindowsScreen.tsx'
export { CampaignsScreen } from './CampaignsScreen.tsx'
