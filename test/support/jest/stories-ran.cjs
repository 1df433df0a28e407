/** Jest takes a reporter by its default export, which nothing else here has. */
module.exports = require('../../house/stories-ran.ts').StoriesRan;
