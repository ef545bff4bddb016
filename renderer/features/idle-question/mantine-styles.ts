// The kit's styles that this dialog adds to the shell's (shell/mantine-styles.ts), in the same layers.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
