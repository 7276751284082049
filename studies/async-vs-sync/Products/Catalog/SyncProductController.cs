using Microsoft.AspNetCore.Mvc;

namespace Products.Catalog;

/// <summary><c>GET /SyncProduct</c>: each call blocks a thread of the thread pool.</summary>
[ApiController]
[Route("[controller]")]
public sealed class SyncProductController(ProductRepository products) : ControllerBase
{
    [HttpGet]
    public IEnumerable<Product> List(string category = "all") => products.List(category);
}
