// The kit's styles that performance adds to the shell's (shell/mantine-styles.ts), in the same layers.
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
