# Vectors for IntervalVectorTests, from an implementation that is not ours. Made once, with R 4.2.2 (Debian: r-base-core):
#   Rscript intervals.R > intervals.csv
# method;level;estimate;low;high;values: values without ties, of several shapes; wilcox.test and t.test with their intervals.
set.seed(20261121)
shapes <- list(
  normal = function(n) rnorm(n, 0.02, 0.03),
  skewed = function(n) exp(rnorm(n, 0, 0.8)) - 1,
  heavy  = function(n) rt(n, df = 2) / 50,
  stalls = function(n) rnorm(n, 0, 0.01) + ifelse(runif(n) < 0.2, 0.4, 0))
line <- function(method, level, estimate, interval, x)
  cat(method, level, sprintf("%.17g", c(estimate, interval)), paste(sprintf("%.17g", x), collapse = " "), sep = ";", fill = FALSE)
for (n in c(6:12, 15, 20, 21, 30, 49)) for (shape in shapes) {
  x <- shape(n)
  for (level in c(0.95, 0.975, 1 - 0.05 / 3, 0.99, 0.995)) if (2^(1 - n) <= 1 - level) {
    test <- wilcox.test(x, conf.int = TRUE, conf.level = level, exact = TRUE)
    line("signedRank", sprintf("%.17g", level), unname(test$estimate), test$conf.int, x)
    cat("\n")
  }
}
for (n in 2:7) for (shape in shapes) {
  x <- shape(n)
  for (level in c(0.95, 0.99, 0.9975)) {
    line("studentT", sprintf("%.17g", level), mean(x), t.test(x, conf.level = level)$conf.int, x)
    cat("\n")
  }
}
for (n in c(6:12, 15, 20, 30, 49)) {
  rank <- qsignrank(0.025, n)
  cat("distribution;0.95;", rank, ";", sprintf("%.17g", 1 - 2 * psignrank(rank - 1, n)), ";0;", n, "\n", sep = "")
}
