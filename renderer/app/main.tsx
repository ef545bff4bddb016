import '@fontsource-variable/inter/wght.css'
import '../shell/mantine-styles.ts'
import '../shell/tokens.css'
import '../shell/theme-variables.css'
import { fetchFirstScreen } from './first-screen.ts'

// No code but this comes with the page, so that the first screen's is fetched beside the application's, not after it.
const first = fetchFirstScreen(window)
void import('./start.tsx').then(({ start }) => start(first))
