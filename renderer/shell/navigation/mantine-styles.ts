import '@mantine/core/styles/Drawer.layer.css'
