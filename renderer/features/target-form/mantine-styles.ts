// The kit's styles that a target's form adds to the shell's (shell/mantine-styles.ts), in the same layers.
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Button.layer.css'
