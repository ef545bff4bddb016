export { WidgetScreen } from './WidgetScreen.tsx'
