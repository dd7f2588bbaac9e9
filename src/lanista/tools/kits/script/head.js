// {{title}}: the rules, as the referee applies them, byte for byte.
// Made by `{{command}}`; see README.md. There is no need to change this file.
