// The kit's styles that the calendar adds to the shell's (shell/mantine-styles.ts), in the same layers.
import '@mantine/schedule/styles.layer.css'
