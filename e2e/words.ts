/** The words that the journeys look for, as a person reads them on the screen. */
export const words = {
  ru: {
    login: 'Вход',
    username: 'Имя пользователя',
    password: 'Пароль',
    enter: 'Войти',
    myEducation: 'Моё обучение',
    accountMenu: 'Меню профиля',
    logout: 'Выйти',
    retry: 'Повторить',
    leaderboard: 'Рейтинг',
    wrongPassword: 'Неверное имя пользователя или пароль',
    offlineTitle: 'Нет соединения с интернетом',
    notFoundTitle: 'Страница не найдена',
  },
  en: {
    login: 'Log in',
    username: 'Username',
    password: 'Password',
    enter: 'Log in',
    myEducation: 'My education',
    accountMenu: 'Profile menu',
    logout: 'Log out',
    retry: 'Try again',
    leaderboard: 'Leaderboard',
    wrongPassword: 'Incorrect username or password',
    offlineTitle: 'No internet connection',
    notFoundTitle: 'Page not found',
  },
} as const

export type Language = keyof typeof words
