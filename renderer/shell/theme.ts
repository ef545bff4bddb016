import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Brand green, from the lightest tint to the darkest shade; 6 is the primary: white text on it can be read. */
const pine: MantineColorsTuple = [
  '#e9f7f3',
  '#d2ece4',
  '#a6d9ca',
  '#76c4ae',
  '#4fb397',
  '#2f9a7f',
  '#13806a',
  '#0d6a58',
  '#0d5648',
  '#0a4237',
]

/** Accent for what wants attention without being wrong: mentions, new-message markers. */
const amber: MantineColorsTuple = [
  '#fff6e3',
  '#fdebc6',
  '#fad68d',
  '#f7c05a',
  '#f5b13a',
  '#eb9d1c',
  '#c77f0b',
  '#9d6408',
  '#7a4d07',
  '#5c3a06',
]

/** What is wrong or can't be undone; 6 is `--fw-danger` of the light theme: the kit's own can't be read on white, nor white on it. */
const red: MantineColorsTuple = [
  '#fdf0f0',
  '#f9dcdd',
  '#f1b5b8',
  '#ec989c',
  '#e0666c',
  '#ce454d',
  '#b42b33',
  '#9c242b',
  '#821d23',
  '#66171c',
]

/** The dark theme's neutrals, from text to the deepest background, with the brand's hint of green. */
const dark: MantineColorsTuple = [
  '#e8efec',
  '#b4c1bc',
  '#8d9b96',
  '#5f6e69',
  '#3a4946',
  '#2a3633',
  '#1c2624',
  '#161e1c',
  '#111816',
  '#0b1110',
]

const DIALOG_PROPS = {
  // The kit's dialog title is a header element, which would count as a second banner of the page.
  attributes: { header: { role: 'presentation' } },
  // Its cross has no name of its own.
  closeButtonProps: { 'aria-label': 'Close' },
}

/** The three weights of type; tokens.css names them. */
const WEIGHTS = { regular: '400', medium: '550', bold: '650' }

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 6,
  colors: { pine, amber, red, dark },
  fontFamily: '"Inter Variable", "Segoe UI", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Consolas, monospace',
  fontWeights: WEIGHTS,
  headings: { fontWeight: WEIGHTS.bold },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    // The kit's own stop for the first focus is no part that a menu may have: the menu itself takes it.
    // Beside its button: at the page's end it would lie in no landmark.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
    Modal: { defaultProps: DIALOG_PROPS },
    Drawer: { defaultProps: DIALOG_PROPS },
  },
})
