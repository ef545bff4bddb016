export { BookingWindowsScreen } from './BookingWindowsScreen.tsx'
