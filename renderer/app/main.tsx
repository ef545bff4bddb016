import '@fontsource-variable/inter/wght.css'
import '../shell/mantine-styles.ts'
import '../shell/tokens.css'
import { beginsInShell, fetchShell } from './first-screen.ts'

// No code but this comes with the page, so that the shell's is fetched beside the application's, not after it.
const shell = beginsInShell(window) ? fetchShell() : null
void import('./start.tsx').then(({ start }) => start(shell))
