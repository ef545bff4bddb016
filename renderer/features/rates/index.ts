export { AgencyRatesScreen } from './AgencyRatesScreen.tsx'
export { ExpenseRatesScreen } from './ExpenseRatesScreen.tsx'
