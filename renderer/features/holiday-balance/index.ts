export { HolidayBalanceScreen } from './HolidayBalanceScreen.tsx'
export { LineHolidayScreen } from './LineHolidayScreen.tsx'
