// docs.css; gzip, base64
export const gzip =
  'H4sIAAAAAAACA8soyc1RqOZSUEjKr9AtzqzKzEu3UkjKL0pJLdJNyq+w5qrl4krKT6kEq8lNLErPzLNSMLAGaUhMzk4vyi/NS7FSUE5LSwMpBQC+nCGLTgAAAA=='
