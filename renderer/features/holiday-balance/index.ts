export { HolidayBalanceScreen } from './HolidayBalanceScreen.tsx'
